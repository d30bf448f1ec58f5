import type { NamedFile } from './form-body.ts'

/** A file with its name. Throws a `TypeError` for what is none. */
export function named(given: Blob | NamedFile): NamedFile {
  const file = 'file' in Object(given) ? (given as NamedFile).file : (given as Blob)
  if (!isBlob(file)) {
    throw new TypeError(
      'Each file must be a File or Blob, or { file, name }. In Node, openAsBlob(path) of node:fs gives one.',
    )
  }
  return { file, name: nameOf(given) }
}

/** Checks a member rather than the class, because pages in frames and test environments have classes of their own. */
function isBlob(value: unknown): boolean {
  return typeof (Object(value) as { readonly size?: unknown }).size === 'number'
}

/** A part without a name would be text. */
function nameOf(given: object): string {
  return (given as { readonly name?: string }).name || 'untitled'
}
