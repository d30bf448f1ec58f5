// Finds the expressions in a source file that are elapsed times: differences of two clock readings, and values derived
// from them.
import ts from 'typescript'

const CLOCK = /^(?:(?:globalThis\.)?(?:performance|Date)\.now|process\.hrtime(?:\.bigint)?)$/

/** Members of the product's reports that are elapsed times. */
const MEASURED = ['.pauseMs']

/** Follows names within the file: a name that means an elapsed time anywhere means one everywhere. */
export function createTimes(file) {
  const moments = new Set()
  const elapsed = new Set(MEASURED)
  /** By name: its last assigned value. */
  const values = new Map()
  for (let known = -1; known < moments.size + elapsed.size; ) {
    known = moments.size + elapsed.size
    learn(file)
  }
  return { isClock, isElapsed, isMoment, numberOf: (node) => evaluate(node), scaleOf }

  /** This expression's factor to milliseconds: 0.001 for `elapsed / 1000`. */
  function scaleOf(node) {
    const scale = evaluate(node)
    return Number.isNaN(scale) ? 1 : scale
  }

  function learn(node) {
    const [names, value] = settingOf(node)
    for (const name of value === undefined ? [] : names) {
      if (!isElapsed(value) || !values.has(name)) values.set(name, value)
      if (isElapsed(value)) elapsed.add(name)
      else if (isMoment(value)) moments.add(name)
    }
    ts.forEachChild(node, learn)
  }

  function isElapsed(node) {
    if (isDifference(node)) return true
    return has(node, elapsed, isElapsed)
  }

  function isMoment(node) {
    if (isClock(node)) return true
    return !isElapsed(node) && has(node, moments, isMoment)
  }

  function isDifference(node) {
    return (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.MinusToken &&
      isMoment(node.left) &&
      isMoment(node.right)
    )
  }

  /** Whether a node is one of the names, or contains something that `is`. */
  function has(node, names, is) {
    if (ts.isIdentifier(node)) return names.has(node.text)
    if (ts.isPropertyAccessExpression(node)) {
      return (
        [node.name.text, `.${node.name.text}`].some((name) => names.has(name)) ||
        is(node.expression)
      )
    }
    if (isFunction(node)) return resultsOf(node).some(is)
    if (ts.isCallExpression(node)) return [node.expression, ...node.arguments].some(is)
    if (ts.isConditionalExpression(node)) return is(node.whenTrue) || is(node.whenFalse)
    if (ts.isTypeNode(node) || ts.isObjectLiteralExpression(node)) return false
    if (ts.isBinaryExpression(node) && isComparison(node.operatorToken.kind)) return false
    return ts.forEachChild(node, (child) => is(child) || undefined) === true
  }

  /** Evaluates a node, with 1 for an elapsed time and 0 for now; NaN when the file does not determine it. */
  function evaluate(node, depth = 0) {
    const of = (inner) => evaluate(inner, depth + 1)
    if (node === undefined || depth > 20) return Number.NaN
    if (isDifference(node)) return 1
    if (ts.isNumericLiteral(node)) return Number(node.text)
    if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node)) return of(node.expression)
    if (ts.isIdentifier(node)) {
      const value = values.get(node.text)
      if (value !== undefined) return of(value)
      return elapsed.has(node.text) ? 1 : Number.NaN
    }
    if (ts.isPropertyAccessExpression(node)) return of(node.name)
    if (isFunction(node)) return of(resultsOf(node)[0] ?? node.name)
    if (ts.isBinaryExpression(node)) return calculate(node, of)
    if (ts.isObjectLiteralExpression(node)) return of(memberOf(node, 'timeout'))
    if (!ts.isCallExpression(node)) return Number.NaN
    if (isClock(node)) return 0
    const [, name] = /^Math\.(\w+)$/.exec(node.expression.getText()) ?? []
    return name === undefined ? of(node.expression) : Math[name](...node.arguments.map(of))
  }
}

function isClock(node) {
  return ts.isCallExpression(node) && CLOCK.test(node.expression.getText())
}

/** The names and the value of a declaration, an assignment, a member, a function or a `push`. */
function settingOf(node) {
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) {
    return [namesOf(node.name), node.initializer]
  }
  if (ts.isFunctionDeclaration(node)) return [namesOf(node.name), node]
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
    return [namesOf(node.left), node.right]
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    if (name.text === 'push') return [namesOf(expression), node.arguments[0]]
  }
  return [[], undefined]
}

function namesOf(node) {
  if (node !== undefined && ts.isArrayBindingPattern(node)) {
    return node.elements.flatMap(({ name }) => namesOf(name))
  }
  return [textOf(node)].filter((name) => name !== undefined)
}

function memberOf({ properties }, name) {
  return properties.find((each) => textOf(each.name) === name)?.initializer
}

function textOf(node) {
  if (node === undefined) return undefined
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  return ts.isIdentifier(node) ? node.text : undefined
}

function isFunction(node) {
  return ts.isArrowFunction(node) || ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)
}

/** The expressions that a function returns, without those of functions inside it. */
function resultsOf({ body }) {
  if (body === undefined) return []
  if (!ts.isBlock(body)) return [body]
  const found = []
  const visit = (node) => {
    if (isFunction(node)) return
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression)
    ts.forEachChild(node, visit)
  }
  visit(body)
  return found
}

function isAssignment(kind) {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

function isComparison(kind) {
  return /^(?:LessThan|GreaterThan|Equals|Exclamation)/.test(ts.SyntaxKind[kind])
}

function calculate({ left, right, operatorToken }, of) {
  switch (operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return of(left) + of(right)
    case ts.SyntaxKind.MinusToken:
      return of(left) - of(right)
    case ts.SyntaxKind.AsteriskToken:
      return of(left) * of(right)
    case ts.SyntaxKind.SlashToken:
      return of(left) / of(right)
    default:
      return Number.NaN
  }
}
