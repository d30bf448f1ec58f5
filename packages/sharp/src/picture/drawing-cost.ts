/** Filter primitives that look at many pixels for each pixel they make. */
const HEAVY =
  /^fe(Turbulence|ConvolveMatrix|Morphology|GaussianBlur|DropShadow|DiffuseLighting|SpecularLighting|DisplacementMap|Image)$/
/** Cost of drawing one element, which takes about 10 µs; the other costs are in proportion, at 300 × 300 pixels. */
const ELEMENT = 1
const LIGHT_PRIMITIVE = 200
const HEAVY_PRIMITIVE = 2000
/** Depth of nested elements; librsvg itself gives up earlier. */
const DEEPEST = 1000

const NAME = /^<([\w.:-]+)/
const ID = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/
const REFERENCES = /\s(?:xlink:)?href\s*=\s*["']\s*#([^"']+)["']|url\(\s*["']?#([^"')\s]+)/g
/** An entity that holds markup or other entities: only a parser could count what they expand to. */
const ENTITY = /<!ENTITY\s+(?:%\s+)?[\w.:-]+\s+(?:"[^"<&]*[<&]|'[^'<&]*[<&])/

interface Element {
  readonly own: number
  readonly references: readonly string[]
  readonly children: Element[]
  /** -1: being counted. */
  total?: number
}

/**
 * Estimates what an SVG costs to draw, in units of one plain element: its elements, each as often as `use` repeats it,
 * and the filter primitives applied to them. Stops at `budget`; infinite when it cannot be counted. Linear in the size
 * of the drawing. Style sheets do not count.
 */
export function drawingCost(content: Uint8Array, budget: number): number {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString(
    'latin1',
  )
  if (ENTITY.test(text)) return Number.POSITIVE_INFINITY
  const root = treeOf(text, budget)
  if (root === null) return Number.POSITIVE_INFINITY
  const byId = new Map<string, Element>()
  for (const [id, element] of root.ids) if (!byId.has(id)) byId.set(id, element)
  return totalOf(root.element, byId, budget, 0)
}

interface Tree {
  readonly element: Element
  readonly ids: readonly (readonly [string, Element])[]
}

/** `null` when there are more elements, or deeper ones, than a drawing may have. */
function treeOf(text: string, most: number): Tree | null {
  const element: Element = { own: 0, references: [], children: [] }
  const ids: [string, Element][] = []
  const open = [element]
  let count = 0
  for (const tag of tagsOf(text)) {
    if (tag.startsWith('</')) {
      if (open.length > 1) open.pop()
      continue
    }
    const [, name] = NAME.exec(tag) ?? []
    if (name === undefined) continue
    count += 1
    if (count > most || open.length > DEEPEST) return null
    const next: Element = { own: costOf(name), references: referencesIn(tag), children: [] }
    open.at(-1)?.children.push(next)
    const [, double, single] = ID.exec(tag) ?? []
    const id = double ?? single
    if (id !== undefined) ids.push([id, next])
    if (!tag.endsWith('/>')) open.push(next)
  }
  return { element, ids }
}

/** Each tag from its `<` to its `>`, comments, CDATA and declarations as one piece each. Looks at each letter once. */
function* tagsOf(text: string): Generator<string> {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const end = text.startsWith('<!--', at)
      ? endOf(text, '-->', at)
      : text.startsWith('<![CDATA[', at)
        ? endOf(text, ']]>', at)
        : endOfTag(text, at)
    if (end < 0) return
    yield text.slice(at, end)
    at = end
  }
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? -1 : at + mark.length
}

/** A `>` between quotes does not end a tag. */
function endOfTag(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (letter === '>') return at + 1
    if (letter !== '"' && letter !== "'") continue
    at = text.indexOf(letter, at + 1)
    if (at < 0) return -1
  }
  return -1
}

function costOf(name: string): number {
  const local = name.slice(name.indexOf(':') + 1)
  if (HEAVY.test(local)) return HEAVY_PRIMITIVE
  return local.startsWith('fe') ? LIGHT_PRIMITIVE : ELEMENT
}

function referencesIn(tag: string): string[] {
  return [...tag.matchAll(REFERENCES)].map(([, href, url]) => href ?? url ?? '')
}

function totalOf(
  element: Element,
  byId: ReadonlyMap<string, Element>,
  budget: number,
  depth: number,
): number {
  // An element that contains itself is not drawn.
  if (element.total !== undefined) return Math.max(0, element.total)
  if (depth > 2 * DEEPEST) return Number.POSITIVE_INFINITY
  element.total = -1
  let total = element.own
  const add = (next: Element | undefined): void => {
    if (next !== undefined && total <= budget) total += totalOf(next, byId, budget, depth + 1)
  }
  for (const child of element.children) add(child)
  for (const id of element.references) add(byId.get(id))
  element.total = total
  return total
}
