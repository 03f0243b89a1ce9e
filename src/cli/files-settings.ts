import * as z from 'zod'
import { choice, filesAddress, nearbyAddress, onOff, someText } from './kinds.ts'
import { about, both, HOSTS } from './setting-facts.ts'

const commands = [...HOSTS, 'files', 'doctor', 'move'] as const

/** Where the service inside this program keeps files. What belongs together is compared in service/files/place.ts. */
export const filesSettings = {
  files_url: filesAddress()
    .optional()
    .register(about, {
      ...both,
      value: 'URL',
      commands: [...commands, 'backup', 'restore'],
      help: 'where files lie: s3://bucket/prefix or file:///shared/folder',
      unset: 'files/ of the data folder',
    }),
  files_endpoint: nearbyAddress()
    .optional()
    .register(about, { ...both, value: 'URL', commands, help: 'address of the S3 store', unset: 'that of Amazon' }),
  files_region: someText()
    .optional()
    .register(about, { ...both, value: 'NAME', commands, help: 'region of the bucket', unset: 'AWS_REGION' }),
  files_path_style: onOff()
    .prefault('off')
    .register(about, { ...both, value: 'on|off', commands, help: 'on: the bucket is in the path, not in the host' }),
  files_encryption: z
    .string()
    .regex(/^(?:AES256|aws:kms(?::.+)?)$/, 'AES256, aws:kms or aws:kms:KEY')
    .optional()
    .register(about, {
      ...both,
      value: 'AES256|aws:kms:KEY',
      commands,
      help: 'how the store encrypts files',
      unset: 'as the bucket says',
    }),
  files_links: choice(['through', 'direct'])
    .default('through')
    .register(about, {
      ...both,
      value: 'through|direct',
      commands,
      help: 'direct: links to results lead to the bucket',
    }),
}
