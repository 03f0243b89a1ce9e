import { describe } from 'vitest'
import { proveFolder } from '../folders/each-folder.ts'
import { keptFolders } from '../folders/folder.ts'
import { moveAway } from './moving.ts'

const [oldest = '', newest = ''] = [keptFolders()[0], keptFolders().at(-1)]

describe.each([oldest, newest])('%s, moved to a database server [SCL-1]', name => proveFolder(name, moveAway))
