import { signal } from '@preact/signals'
import type { FolderNode } from '../listing/folders.ts'

/** How many folders of one parent are drawn at first, and how many more each time a person asks. */
const PAGE = 100

const asked = signal<Readonly<Record<string, number>>>({})

export interface ShownFolders {
  readonly shown: readonly FolderNode[]
  /** How many are not drawn. */
  readonly hidden: number
  readonly showMore: () => void
}

/**
 * A page of `all`, the folders in `parent`, and `open` wherever it is among them. `where`: the list they are drawn in.
 */
export function shownFolders(
  all: readonly FolderNode[],
  { where, parent, open }: { where: string; parent: string | null; open?: string | undefined },
): ShownFolders {
  const key = `${where} ${parent}`
  const count = asked.value[key] ?? PAGE
  const first = all.slice(0, count)
  const late = open === undefined ? undefined : all.slice(count).find(({ id }) => id === open)
  return {
    shown: late === undefined ? first : [...first, late],
    hidden: Math.max(0, all.length - count),
    showMore: () => {
      asked.value = { ...asked.peek(), [key]: count + PAGE }
    },
  }
}
