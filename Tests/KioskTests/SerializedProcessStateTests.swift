import Testing

/// The parent of suites that use the state of the whole process: its environment, children and signals. Their tests run
/// one after another, since setting a variable while another thread reads the environment crashes.
@Suite(.serialized) enum SerializedProcessStateTests {}
