import { api } from '../../contract/operations.ts'
import type { ResourceDefinition } from './resource.ts'

export const creditsResource: ResourceDefinition = {
  address: 'translation://credits',
  name: 'credits',
  title: 'Credit balance and grants',
  description: 'The balance, its grants and the next refill. The same as get_account.',
  calls: [api.credits.get],
  read: async (_none, { parts, signal }) => (await parts.client.call(api.credits.get, {}, { signal })).data,
}
