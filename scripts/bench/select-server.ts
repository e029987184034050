/** The baseline of API calls: a bare Node server that answers each request with one SELECT. */
import { createServer } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 4 })
const server = createServer((_, response) => {
  pool.query({ name: 'one', text: 'select $1::integer as one', values: [1] }).then(
    ({ rows }) => response.setHeader('content-type', 'application/json').end(JSON.stringify(rows[0])),
    () => response.writeHead(500).end(),
  )
})
server.listen(Number(process.argv[3]), '127.0.0.1', () => process.stdout.write('open\n'))
