import { api } from '../../contract/operations.ts'
import type { ResourceDefinition } from './resource.ts'

export const usageResource: ResourceDefinition = {
  address: 'translation://usage',
  name: 'usage',
  title: 'Usage of the last 30 days',
  description: 'Credits used, translations completed and words translated. The same as get_usage.',
  calls: [api.usage.get],
  read: async (_none, { parts, signal }) => (await parts.client.call(api.usage.get, {}, { signal })).data,
}
