// Panel programs use these modules' types.
@_exported import Events
@_exported import Views
