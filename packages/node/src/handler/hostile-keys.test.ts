import { hostileKeyContract } from '@stowage/api/testing'
import { describeContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { openFolder, openMemory, served } from '../testing/served-http.ts'

const runner = { describe, it }
describeContract('A store in a folder', hostileKeyContract, served(openFolder, ''), runner)
describeContract('A store in memory', hostileKeyContract, served(openMemory, ''), runner)
