export {
  type ContractCase,
  type ContractRunner,
  type ContractSetup,
  describeContract,
} from './testing/contract.ts'
