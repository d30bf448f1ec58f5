/** A file with the name that it is stored under. */
export interface NamedFile {
  readonly file: Blob
  readonly name: string
}

/** A form as it goes over the wire. */
export interface FormBody {
  readonly contentType: string
  readonly body: Blob
}

/** Text fields that come before the files. Objects and lists are sent as JSON. */
export type FormFields = object

/**
 * A multipart form (RFC 7578) with each file in the same field, after the text fields. A form made here has a known
 * size before it is sent, and can be sent again. The bytes of the files are not copied.
 */
export function formBody(
  field: string,
  files: readonly NamedFile[],
  fields: FormFields = {},
): FormBody {
  const boundary = `stowage-${randomHex()}`
  const texts = Object.entries(fields).map(([name, value]) =>
    value == null
      ? ''
      : `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${textOf(value)}\r\n`,
  )
  const parts = files.flatMap(({ file, name }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${escaped(name)}"\r\n\r\n`,
    file,
    '\r\n',
  ])
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: new Blob([...texts, ...parts, `--${boundary}--\r\n`]),
  }
}

/** 32 random hex digits. Unlike `randomUUID`, this also works in pages over plain http. */
export function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** As browsers escape names in forms. */
function escaped(name: string): string {
  return name.replace(/["\r\n]/g, encodeURIComponent)
}

/** As a field of a form says it. */
export function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
