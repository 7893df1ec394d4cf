import TestSupport
import Testing

/// The version that `.ci/version` gives to a build.
struct VersionTests {
  /// Runs a shell script in a directory that has copies of `.ci/version` and `Package.swift`.
  private func run(_ script: String) throws -> String {
    let directory = try TemporaryDirectory()
    let setup = """
      mkdir -p tree/.ci
      cp \(Program.checkout)/.ci/version tree/.ci
      cp \(Program.checkout)/Package.swift tree
      cd tree
      export HOME=.. GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
      commit() { git commit -q --allow-empty -m "$1"; }

      """
    let result = try FinishedProcess(["/bin/sh", "-euc", setup + script], in: directory.path)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test func eachCommitIsNewerThanThePreviousOne() throws {
    let output = try run(
      """
      number=$(.ci/version)
      git init -q
      commit 1
      first=$(.ci/version)
      for count in $(seq 2 10); do commit $count; done
      tenth=$(.ci/version)
      dpkg --compare-versions "$number" lt "$first+deb13"
      dpkg --compare-versions "$first+deb13" lt "$tenth+deb12"
      echo "$number $tenth" | sed "s/$(git rev-parse --short=7 HEAD)/HASH/"
      """)
    let number = try #require(output.split(separator: " ").first)
    #expect(output == "\(number) \(number)+10.gHASH\n")
    #expect(try Program.run(["--version"]).output.hasPrefix("cube-kiosk \(number)"))
  }

  @Test func shallowCloneHasNoVersion() throws {
    let output = try run(
      """
      git init -q
      commit 1
      commit 2
      git clone -q --depth 1 "file://$PWD" ../clone
      mkdir ../clone/.ci
      cp .ci/version ../clone/.ci
      cp Package.swift ../clone
      ! ../clone/.ci/version 2>&1
      """)
    #expect(output == "version: a shallow clone can't count its commits; run git fetch --unshallow\n")
  }
}
