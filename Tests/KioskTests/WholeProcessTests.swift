import Testing

/// Tests that use the process's environment, children and signals run one after another: setting a variable while
/// another thread reads the environment crashes.
@Suite(.serialized) enum WholeProcessTests {}
