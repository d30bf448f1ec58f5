const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Ids of keys and tickets, among other words of this length. */
const SHORT = /\b[0-9A-Za-z]{12}\b/g
/** The last three digits of a time: files of one upload are a microsecond apart in the order in which they end. */
const MICROS = /(T\d\d:\d\d:\d\d\.\d{3})\d{3}Z/g
/** What is of one database alone, or of one run. */
const OWN = new Set([
  'blobs',
  'number',
  'stagingFiles',
  'blobKey',
  'token',
  'secretHash',
  'cause',
  'stack',
])

/** Names for the ids of one store: the first that is seen is `#0`, in every database. */
export interface Symbols {
  /** The value as it is called in every database: ids by their symbols, members in order. */
  shown(value: unknown): unknown
  /** The value with the ids of this database. */
  real<Value>(value: Value): Value
}

export function createSymbols(): Symbols {
  const symbols = new Map<string, string>()
  const ids = new Map<string, string>()

  function symbolOf(id: string): string {
    const known = symbols.get(id)
    if (known !== undefined) return known
    const symbol = `#${symbols.size}`
    symbols.set(id, symbol)
    ids.set(symbol, id)
    return symbol
  }

  function shown(value: unknown): unknown {
    if (typeof value === 'string') {
      const plain = value.replace(MICROS, '$1Z').replace(UUID, symbolOf)
      return plain.replace(SHORT, (word) => symbols.get(word) ?? word)
    }
    if (typeof value !== 'object' || value === null) return value
    if (value instanceof Date) return value.toISOString()
    if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
    if (value instanceof Map) return [...value].map(shown)
    if (Array.isArray(value)) return value.map(shown)
    const { id, permissions, filesLeft } = value as Readonly<Record<string, unknown>>
    if (typeof id === 'string' && (permissions ?? filesLeft) !== undefined) symbolOf(id)
    const names = Object.keys(value).filter((name) => !OWN.has(name))
    // The id first: so that each record is named in the order of the list that it is in.
    names.sort((a, b) => Number(b === 'id') - Number(a === 'id') || (a < b ? -1 : 1))
    const entries = names.map((name) => [name, shown((value as Record<string, unknown>)[name])])
    return Object.fromEntries(entries)
  }

  function real<Value>(value: Value): Value {
    if (typeof value === 'string') return (ids.get(value) ?? value) as Value
    if (Array.isArray(value)) return value.map(real) as Value
    if (typeof value !== 'object' || value === null) return value
    if (Object.getPrototypeOf(value) !== Object.prototype) return value
    const entries = Object.entries(value).map(([name, each]) => [name, real(each)])
    return Object.fromEntries(entries) as Value
  }

  return { shown, real }
}
