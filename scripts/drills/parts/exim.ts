import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { answersAt, type Machine, type Part, program } from './machine.ts'

/** Debian's mail server, which stores what it accepts. */
export interface EximPart {
  part: Part
  url: string
  /** Every mail delivered: its recipient, and an id that is the same for duplicates. */
  delivered(): { to: string; id: string }[]
  /** Starts it again on the same port with the same folder. */
  restart(): Promise<void>
}

/** Starts Exim, which delivers all mail to one file and does not offer TLS. */
export async function startExim(machine: Machine): Promise<EximPart> {
  const port = await freePort()
  const folder = machine.mkdir('exim')
  // With a configuration given on the command line, it delivers as an account other than root.
  chmodSync(folder, 0o777)
  const [file, box] = [join(folder, 'exim.conf'), join(folder, 'box')]
  writeFileSync(
    file,
    `primary_hostname = localhost
local_interfaces = 127.0.0.1
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
pid_file_path = ${folder}/pid
tls_advertise_hosts =
smtp_accept_max = 200
smtp_accept_max_per_host = 200
smtp_load_reserve = 1000
deliver_drop_privilege = true
acl_smtp_rcpt = accept
acl_smtp_data = accept
begin routers
all:
  driver = accept
  transport = box
begin transports
box:
  driver = appendfile
  file = ${box}
  delivery_date_add
  envelope_to_add
`,
  )
  const start = () =>
    machine.start('exim', program('exim4', 'exim4-daemon-light'), [
      ...['-C', file, '-bdf', '-q1m', '-oX', String(port)],
    ])
  const made: EximPart = {
    part: start(),
    url: `smtp://127.0.0.1:${port}`,
    delivered() {
      if (!existsSync(box)) return []
      const parts = readFileSync(box, 'utf8').split(/^From .*\n/m)
      return parts.flatMap((text) => {
        const [, to] = /^Envelope-to: (.*)$/m.exec(text) ?? []
        const [, id] = /^Message-ID: (.*)$/im.exec(text) ?? []
        return to && id ? [{ to, id }] : []
      })
    },
    async restart() {
      made.part = start()
      await answersAt(port, made.part)
    },
  }
  await answersAt(port, made.part)
  return made
}
