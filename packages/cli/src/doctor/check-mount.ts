import { type Finding, warning } from './finding.ts'

/** File systems by the number that Linux gives them: https://man7.org/linux/man-pages/man2/statfs.2.html */
const REMOTE: ReadonlyMap<number, string> = new Map([
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
  [0x6969, 'NFS'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x786f4256, 'a shared folder of VirtualBox'],
  [0x00c36400, 'Ceph'],
])

/**
 * Warns about a file system that another machine, or a process on this one, serves: host folders in Docker Desktop and
 * WSL, network drives, `s3fs`. SQLite's locks and syncs may not hold there. `type`: from `statfs`. Knows only the file
 * systems of Linux.
 */
export function checkMount(about: string, type: number, hasDatabase: boolean): Finding[] {
  const name = process.platform === 'linux' ? REMOTE.get(type >>> 0) : undefined
  if (name === undefined) return []
  const todo = hasDatabase
    ? 'Put the store on a local disk, in Docker into a named volume; or keep records in PostgreSQL and files in S3.'
    : 'Put the files on a local disk, in Docker into a named volume; or keep them in S3.'
  const risk = hasDatabase ? 'SQLite may lose records there' : 'files may be lost there in a crash'
  return [warning(about, `is mounted by ${name}: ${risk}`, todo)]
}
