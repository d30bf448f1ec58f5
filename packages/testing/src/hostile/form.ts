import { type RawPart, rawForm } from '../http/raw-http.ts'

/** A form from an attacker, and its expected outcome. */
export interface HostileForm {
  readonly name: string
  /** Default: that of `rawForm`. */
  readonly contentType?: string
  /** Below `/api/v1`. Default `/assets`. */
  readonly path?: string
  /** The bytes to send. */
  readonly body: Buffer
  /**
   * Status and code of the refusal, or the names of the stored assets. With two codes, either may come first, depending
   * on how the body is cut.
   */
  readonly outcome:
    | { readonly refused: readonly [status: number, ...codes: string[]] }
    | { readonly stored: readonly string[] }
}

/** The form cannot be read. */
export const MALFORMED = { refused: [400, 'malformed_request'] } as const
/** The form can be read, but the route does not accept it. */
export const INVALID = { refused: [422, 'invalid_body'] } as const
/** One asset with the name `a`. */
export const A = { stored: ['a'] } as const

/** A part with these parameters in its disposition. */
export function part(
  parameters: string,
  content: string | Buffer = 'x',
  ...header: string[]
): RawPart {
  return { header: [`Content-Disposition: form-data; ${parameters}`, ...header], content }
}

/** The part of a file with the name `a`. */
export const FILE: RawPart = part('name="file"; filename="a"')
/** A valid form. */
export const WHOLE_TENANT: Buffer = rawForm([FILE])

/** A form of one part, over and over. */
export function repeated(each: RawPart, count: number): Buffer {
  return rawForm(Array.from({ length: count }, () => each))
}

/** A form of one part with these header lines. */
export function withHeader(...lines: string[]): Buffer {
  return rawForm([{ header: lines, content: 'x' }])
}

/** Bytes of text, one for each character. */
export function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
