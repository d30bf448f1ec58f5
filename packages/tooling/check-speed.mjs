// No test may depend on how fast the machine is: it would fail on a slow or busy one although nothing is wrong. So a
// test must not limit an elapsed time to a few seconds, compare it with another elapsed time, or wait only that long.
// It counts turns, looks at order, or compares the processor time of a thread with that of equal work.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { createTimes } from './elapsed-times.mjs'
import { problemsOfCheck } from './exceptions.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Milliseconds. Work that takes this long hangs, on any machine. */
const SAFE = 10_000

/** Milliseconds. A test that waits no longer than this fails on a machine that is ten times slower. */
const PATIENT = 60_000

/** Files with an exception, and why. */
const EXCEPTIONS = new Map([
  ['packages/e2e/checks/migrate.mjs', 'measures what the README promises of the pause of writes'],
])

const LOOKS_AT_TIME =
  /\b(?:performance|Date)\.now\b|\bhrtime\b|\.pauseMs\b|\bvi\.wait|\bexpect\.poll\b/
const IS_TEST =
  /\.(test|fixture)\.m?[jt]sx?$|-cases\.ts$|\/testing\/|^packages\/e2e\/(checks|support)\//

/** For `expect(a).name(b)`: whether `a` must be the lesser. Null when they must be close to each other. */
const MATCHERS = new Map([
  ['toBeLessThan', true],
  ['toBeLessThanOrEqual', true],
  ['toBeGreaterThan', false],
  ['toBeGreaterThanOrEqual', false],
  ['toBeCloseTo', null],
])
const { SyntaxKind } = ts
const OPERATORS = new Map([
  [SyntaxKind.LessThanToken, true],
  [SyntaxKind.LessThanEqualsToken, true],
  [SyntaxKind.GreaterThanToken, false],
  [SyntaxKind.GreaterThanEqualsToken, false],
])
/** Vitest's own functions wait too briefly; `expect.poll` waits as long as our configuration says. */
const WAITS = /^(?:vi\.waitFor|vi\.waitUntil|expect\.poll)$/
const ASSERTION = /^(?:(?:node)?assert|ok|expect|check|equal)\b/

const used = new Set()

/** The problems in a file; empty when there are none. */
export function speedProblems(where, source) {
  if (!IS_TEST.test(where) || !LOOKS_AT_TIME.test(source)) return []
  const file = ts.createSourceFile(where, source, ts.ScriptTarget.Latest, true)
  const times = createTimes(file)
  const found = []
  visit(file)
  if (found.length === 0 || !EXCEPTIONS.has(where)) return found
  used.add(where)
  return []

  function visit(node) {
    const [lesser, greater] = asserted(node) ?? []
    const fault =
      lesser === undefined ? faultOfWait(node, times) : faultOfBound(lesser, greater, times)
    if (fault !== null) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${where}:${line + 1} ${fault}`)
    }
    ts.forEachChild(node, visit)
  }
}

/** The same for the checks of packages/e2e, and exceptions that nothing needs any more. Call it after the others. */
export function speedCheckProblems() {
  const problems = []
  for (const folder of ['packages/e2e/checks', 'packages/e2e/support']) {
    const entries = readdirSync(path.join(ROOT, folder), { recursive: true })
    for (const entry of entries.filter((name) => name.endsWith('.mjs'))) {
      const file = path.posix.join(folder, entry.split(path.sep).join('/'))
      problems.push(...speedProblems(file, readFileSync(path.join(ROOT, file), 'utf8')))
    }
  }
  for (const where of EXCEPTIONS.keys()) {
    if (!used.has(where)) problems.push(`check-speed.mjs: nothing in ${where} needs an exception`)
  }
  const planted = (source) => speedProblems('packages/core/src/planted.test.ts', source)
  return [
    ...problems,
    ...problemsOfCheck('check-speed.mjs', planted, { wrong: WRONG, right: RIGHT }),
  ]
}

const BEGUN = 'const begun = performance.now()\n'
const WRONG = [
  `${BEGUN}expect(performance.now() - begun).toBeLessThan(500)`,
  `${BEGUN}assert.ok(performance.now() - begun < 500)`,
  `${BEGUN}if (performance.now() - begun > 500) throw new Error('slow')`,
  `${BEGUN}const one = performance.now() - begun\nexpect(one).toBeLessThan(2 * (performance.now() - begun))`,
  'await vi.waitFor(() => expect(done).toBe(true))',
  'await expect.poll(() => done, { timeout: 500 }).toBe(true)',
]
const RIGHT = [
  `${BEGUN}expect(performance.now() - begun).toBeLessThan(60_000)`,
  `${BEGUN}expect(performance.now() - begun).toBeGreaterThan(100)`,
  'await expect.poll(() => done).toBe(true)',
]

/**
 * The values that must be the lesser and the greater for a test to pass, or that must be close. Undefined when nothing
 * is compared.
 */
function asserted(node) {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const isLess = MATCHERS.get(node.expression.name.text)
    const actual = expectedOf(node.expression.expression)
    if (isLess === undefined || actual === undefined) return undefined
    const sides = [actual.value, node.arguments[0]]
    return isLess !== null && isLess === actual.negated ? sides.reverse() : sides
  }
  if (!ts.isBinaryExpression(node) || !OPERATORS.has(node.operatorToken.kind)) return undefined
  const use = useOf(node)
  if (use === 'none') return undefined
  const sides = [node.left, node.right]
  return OPERATORS.get(node.operatorToken.kind) === (use === 'passes') ? sides : sides.reverse()
}

/** The tested value in `expect(value)`, `expect(value).not` and `expect.poll(…)`. */
function expectedOf(node) {
  if (ts.isPropertyAccessExpression(node)) {
    const inner = expectedOf(node.expression)
    return inner && { ...inner, negated: inner.negated !== (node.name.text === 'not') }
  }
  if (!ts.isCallExpression(node) || !/^expect\b/.test(node.expression.getText())) return undefined
  return node.arguments[0] && { value: node.arguments[0], negated: false }
}

/** Whether a test passes or fails when a comparison is true. */
function useOf(comparison) {
  let passes = true
  for (let node = comparison; node.parent !== undefined; node = node.parent) {
    const { parent } = node
    if (ts.isPrefixUnaryExpression(parent)) passes = !passes
    else if (ts.isCallExpression(parent)) {
      if (parent.expression === node || !ASSERTION.test(calledBy(parent))) return 'none'
      return passes ? 'passes' : 'fails'
    } else if (ts.isIfStatement(parent)) {
      if (
        parent.expression !== node ||
        !/^\{?\s*(?:throw|expect\.fail|assert\.fail)/.test(parent.thenStatement.getText())
      )
        return 'none'
      return passes ? 'fails' : 'passes'
    } else if (!ts.isBinaryExpression(parent) && !ts.isParenthesizedExpression(parent))
      return 'none'
  }
  return 'none'
}

/** `check` of `report.check(…)`, `ok` of `assert.ok(…)`. */
function calledBy({ expression }) {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
}

function faultOfBound(lesser, greater, times) {
  const isDeadline = times.isClock(lesser) && times.isMoment(greater)
  if (!isDeadline && !times.isElapsed(lesser)) return null
  if (times.isElapsed(greater)) return 'compares two elapsed times'
  const bound = isDeadline
    ? times.numberOf(greater) - times.numberOf(lesser)
    : times.numberOf(greater) / times.scaleOf(lesser)
  return bound >= SAFE ? null : `holds an elapsed time below ${shown(bound)}`
}

function faultOfWait(node, times) {
  if (!ts.isCallExpression(node) || !WAITS.test(node.expression.getText())) return null
  const options = node.arguments[1]
  if (options === undefined && node.expression.getText() === 'expect.poll') return null
  const time = options === undefined ? 1000 : times.numberOf(options)
  return time >= PATIENT ? null : `waits no longer than ${shown(time)}`
}

function shown(bound) {
  return Number.isNaN(bound) ? 'a bound that is not written here' : `${bound} ms`
}
