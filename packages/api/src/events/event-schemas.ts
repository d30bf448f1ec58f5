import { MAX_PER_PAGE, STORE_EVENT_TYPES } from '@stowage/core/internal'
import { EVENT_ID_PATTERN } from '../http/urls/event-id.ts'
import { dateTime, exactly, nullable, ref, text, uri, uuid } from '../openapi/schema-parts.ts'

const types = STORE_EVENT_TYPES.filter((type) => type !== 'tenant.erased')
const ANY_TYPE = `(?:${types.join('|').replaceAll('.', '\\.')})`

/** `filter[type]` of events: the parameter of lists of assets has another meaning. */
export const EVENT_TYPES_PARAMETER: object = {
  name: 'filter[type]',
  in: 'query',
  required: false,
  description: 'Only events of this type, or of one of several with commas.',
  schema: {
    ...text,
    pattern: `^${ANY_TYPE}(?:,${ANY_TYPE})*$`,
    examples: ['asset.created', 'asset.trashed,asset.purged'],
  },
}

/** `page[after]` of events: the id of one. */
export const AFTER_EVENT_PARAMETER: object = {
  name: 'page[after]',
  in: 'query',
  required: false,
  description: 'The events after the one with this id.',
  schema: {
    ...text,
    pattern: EVENT_ID_PATTERN,
    examples: ['01890a5d-ac96-774b-bcce-b302099a8057'],
  },
}

const names = { type: 'array', items: text } as const

/** What events say. Which members there are follows from the type. */
const data = {
  asset: { ...ref('Asset'), description: 'As it was then.' },
  folder: ref('Folder'),
  key: ref('ApiKey'),
  ticket: { type: 'object', description: 'Of an upload ticket, without its token.' },
  fields: { ...names, description: 'What was changed.' },
  folder_id: { ...nullable(uuid), description: 'Where the asset lies now.' },
  version_id: { ...uuid, description: 'The earlier content that the asset has again.' },
  add: { ...names, description: 'Tags.' },
  remove: { ...names, description: 'Tags.' },
  variants: names,
  owner: { type: 'object', description: 'The record of the app that the asset belongs to.' },
  detached: { type: 'integer', minimum: 0 },
  retention: { type: 'boolean', description: 'Whether the time in the trash was over.' },
  truncated: { type: 'boolean', const: true, description: 'Something was left out of the asset.' },
} as const

/** The schemas of events. */
export const EVENT_SCHEMAS: Readonly<Record<'Event' | 'EventList', object>> = {
  Event: exactly({
    id: { ...uuid, description: 'A cursor: pass it as `page[after]`.' },
    type: { type: 'string', const: 'events' },
    attributes: exactly(
      {
        type: { ...text, enum: types },
        occurred_at: dateTime,
        asset_id: { ...nullable(uuid), description: 'The asset that it happened to.' },
        data: {
          type: ['object', 'null'],
          properties: data,
          additionalProperties: false,
          description: 'Null once the asset was deleted for good.',
        },
        actor: {
          ...nullable(text),
          description: 'Who did it; null: the app itself. Only for those who may `manage`.',
        },
      },
      ['actor'],
    ),
  }),
  EventList: exactly({
    data: { type: 'array', items: ref('Event') },
    links: exactly({ first: uri, next: nullable(uri) }),
    meta: exactly({
      path: uri,
      per_page: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE },
      cursor: { ...nullable(uuid), description: 'The `page[after]` with which to go on.' },
    }),
  }),
}
