export { systemReason } from '@stowage/import/internal'
