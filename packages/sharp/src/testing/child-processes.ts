import { readdir, readFile } from 'node:fs/promises'

/** Process ids of this process's children; none where the system has no /proc. */
export async function childProcesses(): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const threads = await readdir('/proc/self/task')
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').filter((id) => id !== ''))
}
