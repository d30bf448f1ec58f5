import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder with these files, by path; removed after the test. Resolves to its path. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-import-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    const at = path.join(directory, name)
    await mkdir(path.dirname(at), { recursive: true })
    await writeFile(at, content)
  }
  return directory
}
