import { createHash } from 'node:crypto'
import type { Asset } from '../assets/asset.ts'
import type { MetadataValue, OwnData } from '../own-data/own-data.ts'
import { isSameOwnData } from '../own-data/own-data-changes.ts'
import { tagKey } from '../own-data/tags.ts'
import { PIECE_LENGTH, wordsOfAll } from '../text/words.ts'

/** What the terms of an asset are made from. */
export type TermSource = Pick<Asset, 'name' | 'mimeType' | 'extension' | 'sha256'> &
  Partial<OwnData & Pick<Asset, 'externalId' | 'embedded'>>

/** The first character of a term that is matched as a whole. No word has one of these. */
const KINDS = {
  extension: '\ue001',
  tag: '\ue002',
  metadata: '\ue003',
  mimeType: '\ue004',
  sha256: '\ue005',
  externalId: '\ue007',
  camera: '\ue008',
} as const

/** A term has the digest of a longer value in its place. */
const MAX_VALUE = 64

/** Digits of a SHA-256 in a term: enough that no two values share them. */
const DIGITS = 32

/** Characters that the tokenizers of databases would change or split at. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII but digits and lower-case letters.
const UNSAFE = /[\x00-\x2f\x3a-\x60\x7b-\x7f]/g

/** What `UNSAFE` becomes, and `KINDS`: a term has the digest of a value with such characters in its place. */
const RESERVED = /[\ue000-\ue1ff]/

/**
 * The terms by which databases find an asset: every suffix of every folded word, and whole values. So any part of a
 * word is the beginning of a term. No term has white space or ASCII punctuation. Each comes once.
 *
 * Databases store them: when the result of this function changes, all of them must be made again.
 */
export function termsOf(source: TermSource): readonly string[] {
  const { mimeType, extension, sha256, externalId, embedded, tags = [], metadata = {} } = source
  const family = `${mimeType.slice(0, mimeType.indexOf('/'))}/*`
  const terms = new Set([
    mimeTypeTerm(mimeType),
    mimeTypeTerm(family),
    extensionTerm(extension),
    sha256Term(sha256),
  ])
  if (externalId != null) terms.add(externalIdTerm(externalId))
  if (embedded?.camera != null) terms.add(cameraTerm(embedded.camera))
  for (const tag of tags) terms.add(tagTerm(tag))
  for (const [name, value] of Object.entries(metadata)) terms.add(metadataTerm(name, value))
  for (const word of wordsOf(source)) addEnds(terms, word)
  return [...terms]
}

/**
 * The folded words that a search looks in: of the name, the title, tags and alternative texts, in this order; of very
 * long ones the first 8000 characters. Of all but the name, no more than 16,384 UTF-16 units are folded.
 */
export function wordsOf({
  name,
  title = null,
  alt = {},
  tags = [],
}: Pick<TermSource, 'name'> & Partial<OwnData>): readonly string[] {
  return wordsOfAll([name, ...(title === null ? [] : [title]), ...tags, ...Object.values(alt)])
}

/**
 * Whether the terms of an asset have changed. `after` was made from `before`: own data that is the same is the same
 * object.
 */
export function isFoundAnew(before: TermSource & OwnData, after: TermSource & OwnData): boolean {
  const isSame =
    before.name === after.name &&
    before.mimeType === after.mimeType &&
    before.extension === after.extension &&
    before.sha256 === after.sha256 &&
    before.externalId === after.externalId &&
    before.embedded?.camera === after.embedded?.camera
  return !(isSame && isSameOwnData(before, after))
}

/** Adds `word`, then `word` without its first character, and so on. */
function addEnds(terms: Set<string>, word: string): void {
  for (let start = 0; start < word.length; start += 1) {
    if (isLowSurrogate(word.charCodeAt(start))) continue
    terms.add(beginning(word, start))
  }
}

/** The next 24 characters. */
function beginning(word: string, start: number): string {
  if (word.length - start <= PIECE_LENGTH) return word.slice(start)
  const piece = word.slice(start, start + 2 * PIECE_LENGTH)
  return [...piece].slice(0, PIECE_LENGTH).join('')
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/**
 * The term of all assets of this media type; `image/*`: of this family of types. It never has a digest in place of its
 * value.
 */
export function mimeTypeTerm(mimeType: string): string {
  return KINDS.mimeType + escaped(mimeType)
}

/** The term of all assets with this extension. */
export function extensionTerm(extension: string): string {
  return term(KINDS.extension, extension)
}

/** The term of all assets with this tag, whatever its case. */
export function tagTerm(tag: string): string {
  return term(KINDS.tag, tagKey(tag))
}

/** The term of all assets whose `metadata` has this member with this value. */
export function metadataTerm(name: string, value: MetadataValue): string {
  return term(KINDS.metadata, JSON.stringify([name, value]))
}

/** The term of all assets with these bytes. */
export function sha256Term(sha256: string): string {
  return KINDS.sha256 + sha256.slice(0, DIGITS)
}

/** The term of the asset with this external id. */
export function externalIdTerm(externalId: string): string {
  return term(KINDS.externalId, externalId)
}

/** The term of all pictures that this camera took. */
export function cameraTerm(camera: string): string {
  return term(KINDS.camera, camera)
}

function term(kind: string, value: string): string {
  const short = value.length <= MAX_VALUE && !RESERVED.test(value)
  return kind + (short ? escaped(value) : `\ue006${digestOf(value)}`)
}

function escaped(value: string): string {
  return value.replace(UNSAFE, (character) => String.fromCharCode(0xe100 + character.charCodeAt(0)))
}

function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, DIGITS)
}
