import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseFile } from './drivers.fixture.ts'
import { refuseFileSystemType, refuseNetworkFileSystem } from './network-file-system.ts'

describe('refuseNetworkFileSystem', () => {
  it('accepts a directory on a local disk', async () => {
    await refuseNetworkFileSystem(path.dirname(await databaseFile()))
  })

  it.runIf(process.platform === 'linux')('refuses NFS and SMB, not ext4, tmpfs and FUSE', () => {
    for (const type of [0x6969, 0x517b, 0xff534d42, 0xfe534d42]) {
      expect(() => refuseFileSystemType(type)).toThrow(
        expect.objectContaining({ code: 'invalid_argument' }),
      )
    }
    for (const type of [0xef53, 0x01021994, 0x65735546]) refuseFileSystemType(type)
  })
})
