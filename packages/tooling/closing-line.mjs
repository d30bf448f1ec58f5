/** A vitest reporter that ends with `N passed, N failed, N skipped`, and names the skipped tests. */
export default class ClosingLine {
  onTestRunEnd(modules, errors) {
    const count = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0) count.failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        count[state === 'pending' ? 'failed' : state] += 1
        if (state === 'skipped') console.log(`skipped: ${test.fullName}`)
      }
    }
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  }
}
