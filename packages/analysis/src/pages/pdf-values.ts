/** A reference to another object: its number. */
export interface PdfReference {
  readonly reference: number
}

/** A name, without its slash. */
export interface PdfName {
  readonly name: string
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>

/** A value (ISO 32000-2, 7.3). The content of a text does not matter here. */
export type PdfValue =
  | number
  | boolean
  | null
  | 'text'
  | PdfName
  | PdfReference
  | readonly PdfValue[]
  | PdfDictionary

const MOST_DEPTH = 32
const MOST_VALUES = 20_000
const LONGEST_NUMBER = 32
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
const SPACE = /[\0\t\n\f\r ]/
const REGULAR = /[^\0\t\n\f\r ()<>[\]{}/%]/

/** Reads values from text, one after the other. Throws a `RangeError` where there is none. */
export class PdfParser {
  readonly #text: string
  #at: number
  #values = 0

  constructor(text: string, at = 0) {
    this.#text = text
    this.#at = at
  }

  /** Where the next value begins. */
  get at(): number {
    return this.#at
  }

  /** Whether this word comes next; then it is read. */
  skipWord(word: string): boolean {
    this.#skipSpace()
    if (!this.#text.startsWith(word, this.#at)) return false
    this.#at += word.length
    return true
  }

  value(depth = 0): PdfValue {
    this.#values += 1
    if (depth > MOST_DEPTH || this.#values > MOST_VALUES) throw new RangeError('too many values')
    this.#skipSpace()
    const first = this.#text.charAt(this.#at)
    if (first === '/') return { name: this.#name() }
    if (first === '(') return this.#literal()
    if (first === '[') return this.#array(depth)
    if (first === '<')
      return this.#text[this.#at + 1] === '<' ? this.#dictionary(depth) : this.#hex()
    const word = this.#word()
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    if (word.length > LONGEST_NUMBER || !NUMBER.test(word)) throw new RangeError('no value')
    return this.#reference(Number(word)) ?? Number(word)
  }

  /** `12 0 R`, of which the first number was read. */
  #reference(number: number): PdfReference | null {
    const rest = /^[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![A-Za-z])/.exec(
      this.#text.slice(this.#at, this.#at + 32),
    )
    if (rest === null || !Number.isSafeInteger(number) || number < 0) return null
    this.#at += rest[0].length
    return { reference: number }
  }

  #dictionary(depth: number): PdfDictionary {
    this.#at += 2
    const members = new Map<string, PdfValue>()
    while (!this.skipWord('>>')) {
      if (this.#text[this.#at] !== '/') throw new RangeError('no name')
      const name = this.#name()
      members.set(name, this.value(depth + 1))
    }
    return members
  }

  #array(depth: number): readonly PdfValue[] {
    this.#at += 1
    const values: PdfValue[] = []
    while (!this.skipWord(']')) values.push(this.value(depth + 1))
    return values
  }

  #name(): string {
    this.#at += 1
    return this.#word()
  }

  #word(): string {
    const start = this.#at
    while (REGULAR.test(this.#text.charAt(this.#at))) this.#at += 1
    return this.#text.slice(start, this.#at)
  }

  /** Parentheses within it are in pairs, or come after a backslash. */
  #literal(): 'text' {
    for (let open = 0; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at]
      if (character === '\\') this.#at += 1
      else if (character === '(') open += 1
      else if (character === ')') {
        open -= 1
        if (open > 0) continue
        this.#at += 1
        return 'text'
      }
    }
    throw new RangeError('no end of a text')
  }

  #hex(): 'text' {
    const end = this.#text.indexOf('>', this.#at)
    if (end === -1) throw new RangeError('no end of a text')
    this.#at = end + 1
    return 'text'
  }

  #skipSpace(): void {
    for (;;) {
      while (SPACE.test(this.#text.charAt(this.#at)) && this.#at < this.#text.length) this.#at += 1
      if (this.#text[this.#at] !== '%') return
      while (this.#at < this.#text.length && !/[\r\n]/.test(this.#text.charAt(this.#at))) {
        this.#at += 1
      }
    }
  }
}

/** A member of a dictionary; `undefined` for anything else. */
export function memberOf(value: PdfValue | undefined, name: string): PdfValue | undefined {
  return value instanceof Map ? value.get(name) : undefined
}

/** The number of a reference; `undefined` for anything else. */
export function referenceIn(value: PdfValue | undefined): number | undefined {
  return typeof value === 'object' && value !== null && 'reference' in value
    ? value.reference
    : undefined
}
