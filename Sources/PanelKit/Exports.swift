// A program for a panel is made of these modules' types.
@_exported import Events
@_exported import Views
