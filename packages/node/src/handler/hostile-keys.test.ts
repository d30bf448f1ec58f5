import { describeContract } from '@stowage/testing'
import { hostileKeyContract } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { openFolder, openMemory, served } from '../testing/served-http.ts'

const runner = { describe, it }
describeContract('A store in a folder', hostileKeyContract, served(openFolder, ''), runner)
describeContract('A store in memory', hostileKeyContract, served(openMemory, ''), runner)
