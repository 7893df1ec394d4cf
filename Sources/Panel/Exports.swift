// A program for a panel is made of these modules' types.
@_exported import EventLoop
@_exported import Views
