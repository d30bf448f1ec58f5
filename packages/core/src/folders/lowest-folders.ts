import { FOLDER_STEP } from './folder.ts'

/** Folders that one transaction may delete: each comes with all that are in it. */
export interface LowestFolders {
  /** At most `FOLDER_STEP`, each before those in it. */
  readonly ids: readonly string[]
  /** Whether they are the folder asked about and all that are in it. */
  readonly isWhole: boolean
  /** Whether the folder asked about has folders in it. */
  readonly holdsFolders: boolean
}

/** A folder found on the way down, and its height or more. */
export interface LowerFolder {
  readonly id: string
  readonly height: number
}

/**
 * Goes down from a folder, level by level. Returns the whole tree when it is small, otherwise a part at its lower end,
 * so that the rest is still a tree. Yields ids, and receives the folders directly in them: all, or any
 * `FOLDER_STEP + 1`.
 */
export function* lowestFolders(
  id: string,
): Generator<readonly string[], LowestFolders, readonly LowerFolder[]> {
  let ids: readonly string[] = [id]
  let level = ids
  let isWhole = true
  for (;;) {
    const below = yield level
    if (below.length === 0) {
      // A part at the lower end may be a single folder.
      return { ids, isWhole, holdsFolders: !isWhole || ids.length > 1 }
    }
    const hasRoom = ids.length + below.length <= FOLDER_STEP
    if (!hasRoom) isWhole = false
    level = (hasRoom ? below : fewOf(below)).map((folder) => folder.id)
    ids = hasRoom ? [...ids, ...level] : level
  }
}

/** As many as can be taken whole. Only few of the tall ones, otherwise only one level of each would be deleted. */
function fewOf(folders: readonly LowerFolder[]): readonly LowerFolder[] {
  const byHeight = folders.toSorted((a, b) => a.height - b.height)
  const end = byHeight.findIndex(({ height }, index) => (index + 1) * height > FOLDER_STEP)
  return end === -1 ? byHeight : byHeight.slice(0, Math.max(1, end))
}
