import path from 'node:path'
import { type PathWithin, withinDirectory } from './contained-files.ts'
import { nameOnDisk, numberedName, safeFileName } from './safe-name.ts'

/** Where one download goes. */
export interface Download {
  /** The path as people see it, from their current folder. */
  readonly shown: string
  readonly path: PathWithin
}

/** The paths of downloads: no two of one command share a name. */
export class DownloadNames {
  readonly #folder: string
  readonly #path: string | null
  readonly #taken = new Set<string>()

  constructor({ folder, path: only }: { readonly folder: string; readonly path: string | null }) {
    this.#folder = folder
    this.#path = only
  }

  /** The path for a file of this name. For a variant it includes the variant's name and extension. */
  async locationOf(
    name: string,
    variant: { readonly variant: string; readonly extension: string } | null,
  ): Promise<Download> {
    if (this.#path !== null) return this.#download(this.#path, path.basename(this.#path))
    const wanted = safeFileName(variant === null ? name : nameOfVariant(name, variant))
    let free = wanted
    for (let number = 2; this.#taken.has(nameOnDisk(free)); number += 1)
      free = numberedName(wanted, number)
    this.#taken.add(nameOnDisk(free))
    const isHere = this.#folder === '.'
    return this.#download(isHere ? free : [this.#folder, free].join('/'), free)
  }

  async #download(shown: string, name: string): Promise<Download> {
    return { shown, path: await withinDirectory(this.#folder, name) }
  }
}

function nameOfVariant(
  name: string,
  { variant, extension }: { readonly variant: string; readonly extension: string },
): string {
  const { name: stem } = path.parse(name)
  return `${stem}.${variant}.${extension}`
}
