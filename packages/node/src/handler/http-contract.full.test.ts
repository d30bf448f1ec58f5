import { describeContract } from '@stowage/testing'
import { httpContract } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { openFolder, openMemory, served } from '../testing/served-http.ts'

const runner = { describe, it }
describeContract('A store in a folder at the root', httpContract, served(openFolder, ''), runner)
describeContract('A store in memory at /media', httpContract, served(openMemory, '/media'), runner)
