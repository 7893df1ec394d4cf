import Testing

/// Tests with what the whole process has but once, its environment, children and signals: one after another, since a
/// variable that is set while another thread reads them all is a crash.
@Suite(.serialized) enum WholeProcessTests {}
