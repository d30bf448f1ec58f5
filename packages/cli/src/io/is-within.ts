export { isWithin } from '@stowage/import/internal'
