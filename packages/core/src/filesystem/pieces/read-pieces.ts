import type { SemaphoreOptions } from '../../async/semaphore.ts'
import type { ByteRange } from '../../blobs/byte-range.ts'
import { windowsOf } from '../../blobs/piece-rules.ts'
import type { PiecedFile } from '../../blobs/piece-store.ts'
import { OpenFile } from '../io/open-file.ts'
import type { PieceFolder } from './piece-folder.ts'

/** The bytes of a range of the pieces, one segment open at a time. */
export async function* chunksOfPieces(
  folder: PieceFolder,
  { storage, pieces }: Pick<PiecedFile, 'storage' | 'pieces'>,
  range: ByteRange,
  turn?: SemaphoreOptions['turn'],
): AsyncGenerator<Uint8Array> {
  for (const { piece, start, end } of windowsOf(pieces, range)) {
    const { descriptor } = await folder.open(storage, piece, turn)
    const file = new OpenFile(folder.fileSystem, descriptor)
    yield* file.stream({ start, end }, { closes: true })
  }
}
