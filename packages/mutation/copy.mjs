import { execFileSync } from 'node:child_process'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'

/** Copies tracked files, and untracked ones that git does not ignore, as they are in the working tree. */
export async function copyRepository(from, to) {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '-co', '--exclude-standard', '--deduplicate'],
    {
      cwd: from,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
    },
  )
  for (const file of files.split('\0')) {
    if (file === '') continue
    await mkdir(path.dirname(path.join(to, file)), { recursive: true })
    // A file whose deletion is not committed yet is missing.
    await copyFile(path.join(from, file), path.join(to, file)).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

/** Installs the dependencies of the copy. */
export async function install(directory) {
  execFileSync('npm', ['run', '--silent', 'setup'], { cwd: directory, stdio: 'ignore' })
}
