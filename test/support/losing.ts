/**
 * With this set-up, every other commit is lost to another transaction, as PostgreSQL says it (40001): each transaction of the program
 * is run twice. A suite that passes so shows that nothing in them is wrong the second time.
 */
import pg from 'pg'

const send = pg.Client.prototype.query
let commits = 0

// The files of a worker share the module of pg: it is changed once.
if (send.name !== 'losing') {
  Object.assign(pg.Client.prototype, {
    query: function losing(this: pg.Client, ...given: Parameters<typeof send>) {
      const [text] = given
      if (String(text) === 'commit') commits += 1
      if (String(text) !== 'commit' || commits % 2 === 0) return Reflect.apply(send, this, given)
      const lost = Object.assign(new Error('could not serialize access'), { code: '40001' })
      return Promise.resolve(Reflect.apply(send, this, ['rollback'])).then(() => Promise.reject(lost))
    },
  })
}
