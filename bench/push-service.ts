import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let count = 0
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    count++
    response.writeHead(201).end()
  })
})

// The answer to 'count' is the number of received pushes. Any other message starts the service, and the answer is its origin.
process.on('message', message => {
  if (message === 'count') process.send?.(count)
  else
    server.listen(0, '127.0.0.1', () => {
      process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
})
