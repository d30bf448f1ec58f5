import { describeContract } from '@stowage/testing'
import { httpContract } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { openFolder, served } from '../testing/served-http.ts'

const setup = served(openFolder, '/media')
describeContract('A store in a folder at /media', httpContract, setup, { describe, it })
