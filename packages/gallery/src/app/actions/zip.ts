import type { Asset } from '@stowage/client'
import { downloadZip } from 'client-zip'
import { client } from '../session/session.ts'
import { numbered } from './numbered.ts'

/** An archive of files, which are fetched one after the other. Files of the same name are numbered. */
export function zip(
  assets: readonly Asset[],
  { signal, onFile }: { signal: AbortSignal; onFile: (done: number) => void },
): Promise<Blob> {
  const names = numbered(assets.map(({ attributes }) => attributes.name))
  async function* files(): AsyncGenerator<{ name: string; lastModified: Date; input: Response }> {
    for (const [index, { attributes }] of assets.entries()) {
      onFile(index)
      const input = await client().content(attributes.public_file_id, { download: true, signal })
      yield {
        name: names[index] ?? attributes.name,
        lastModified: new Date(attributes.updated_at),
        input,
      }
    }
    onFile(assets.length)
  }
  return downloadZip(files()).blob()
}
