import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseFile, found, testedDrivers } from '../connection/drivers.fixture.ts'
import { openerOf } from './driver.ts'

describe.each(testedDrivers)('an opener of %s', (driver) => {
  const open = openerOf(found(driver))

  it.each(['a.db', 'mode=memory&a?b#c%41 d.db', 'ä 猫.db', '?mode=memory'])(
    'with mustExist opens the file of the name “%s”, and makes none',
    async (name) => {
      const file = join(dirname(await databaseFile()), name)
      expect(() => open(file, { mustExist: true })).toThrow('unable to open database file')
      expect(await readdir(dirname(file))).toEqual([])
      const made = open(file)
      made.exec('PRAGMA user_version = 7')
      made.close()
      const again = open(file, { mustExist: true })
      expect(again.prepare('PRAGMA user_version').get()).toEqual({ user_version: 7 })
      again.exec('PRAGMA user_version = 8')
      again.close()
      expect(await readdir(dirname(file))).toEqual([basename(file)])
    },
  )
})
