/** A change of many assets: its words, and when it asks. */
export interface Change {
  readonly verb: 'trash' | 'restore' | 'purge'
  /** Of the assets that it is for. */
  readonly trashed: boolean
  /** `move 5 files to the trash` */
  readonly will: (files: string) => string
  /** `5 files are in the trash` */
  readonly did: (files: string) => string
  /** `was in the trash already`: of those for which there is nothing to do. */
  readonly wasSo: (count: number) => string
  /** Whether it asks before ids that somebody named, too. */
  readonly alwaysAsks: boolean
  /** What the question ends with. */
  readonly warning?: string
  /** How it is undone. */
  readonly undo?: string
}

/** Which assets it is for, as a query says it. */
export function trashedOf({ trashed }: Change): { readonly trashed?: 'only' } {
  return trashed ? { trashed: 'only' } : {}
}

/** `was` or `were`. */
export function pluralWere(count: number): string {
  return count === 1 ? 'was' : 'were'
}
