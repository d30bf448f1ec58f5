import path from 'node:path'
import { nameOnDisk, numberedName, safeFileName } from './safe-name.ts'

/** Where downloads lie: no two of one command under one name. */
export class DownloadNames {
  readonly #folder: string
  readonly #path: string | null
  readonly #taken = new Set<string>()

  constructor({ folder, path: only }: { readonly folder: string; readonly path: string | null }) {
    this.#folder = folder
    this.#path = only
  }

  /** The path for a file of this name. That of a variant says which it is, with the extension that the variant has. */
  placeOf(
    name: string,
    variant: { readonly variant: string; readonly extension: string } | null,
  ): string {
    if (this.#path !== null) return this.#path
    const wanted = safeFileName(variant === null ? name : nameOfVariant(name, variant))
    let free = wanted
    for (let number = 2; this.#taken.has(nameOnDisk(free)); number += 1)
      free = numberedName(wanted, number)
    this.#taken.add(nameOnDisk(free))
    return path.join(this.#folder, free)
  }
}

function nameOfVariant(
  name: string,
  { variant, extension }: { readonly variant: string; readonly extension: string },
): string {
  const { name: stem } = path.parse(name)
  return `${stem}.${variant}.${extension}`
}
