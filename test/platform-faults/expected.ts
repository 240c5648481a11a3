/**
 * What a caller must see: a row per switch, a column per operation, in a cell the kind of failure; `?`: a write may have taken effect,
 * `0`: nothing was sent, neither: refused without an effect.
 */
const table = `
                                                 | code  refr  user  list  all   bcre  bget  bupd  bdel  bpin  pcre  vcre  pget  pupd  pdel  mreg  mupl  mget
400/1                                            | grt   grt   val   val   val   val   val   val   val   val   val   val   val   val   val   val   upl   val
400/1 Unable to reach the URL                    | grt   grt   url   url   url   url   url   url   url   url   url   url   url   url   url   url   upl   url
400/1 image format not supported                 | grt   grt   img   img   img   img   img   img   img   img   img   img   img   img   img   img   upl   img
400/400                                          | grt   grt   val   val   val   val   val   val   val   val   val   val   val   val   val   val   upl   val
401/2                                            | grt   grt   una   una   una   una   una   una   una   una   una   una   una   una   una   una   upl   una
401/3                                            | grt   grt   scp   scp   scp   scp   scp   scp   scp   scp   scp   scp   scp   scp   scp   scp   upl   scp
401/7                                            | grt   grt   den   den   den   den   den   den   den   den   den   den   den   den   den   den   upl   den
403/29                                           | grt   grt   den   den   den   den   den   den   den   den   den   den   den   den   den   den   upl   den
403/29 Trial access                              | grt   grt   tri   tri   tri   tri   tri   tri   tri   tri   tri   tri   tri   tri   tri   tri   upl   tri
403/233                                          | grt   grt   img   img   img   img   img   img   img   img   img   img   img   img   img   img   upl   img
403/235                                          | grt   grt   img   img   img   img   img   img   img   img   img   img   img   img   img   img   upl   img
403/403                                          | grt   grt   den   den   den   den   den   den   den   den   den   den   den   den   den   den   upl   den
404/40                                           | bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   upl   bnf
404/404                                          | bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   bnf   mnf   upl   mnf
404/2031                                         | snf   snf   snf   snf   snf   snf   snf   snf   snf   snf   snf   snf   snf   snf   snf   snf   upl   snf
404/50                                           | pnf   pnf   pnf   pnf   pnf   pnf   pnf   pnf   pnf   pnf   pnf   pnf   pnf   pnf   pnf   pnf   upl   pnf
408/408                                          | unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  upl?  unc?
409/409                                          | cnf   cnf   cnf   cnf   cnf   cnf   cnf   cnf   cnf   cnf   cnf   cnf   cnf   cnf   cnf   cnf   upl   cnf
429/8 with Retry-After                           | lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   upl   lim
429/30                                           | lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   upl   lim
429/9                                            | blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   upl   blk
400/9                                            | blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   upl   blk
401/9                                            | blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   upl   blk
403/9                                            | blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   blk   upl   blk
400/2787 Sorry! Something went wrong on our end. | up    up    up    up    up    up    up    up    up    up    up    up    up    up    up    up    upl   up
403/2787 Sorry! Something went wrong on our end. | up    up    up    up    up    up    up    up    up    up    up    up    up    up    up    up    upl   up
403/77 Please try again later                    | up    up    up    up    up    up    up    up    up    up    up    up    up    up    up    up    upl   up
400/77                                           | grt   grt   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   upl   unc
401/77                                           | grt   grt   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   upl   unc
403/77                                           | grt   grt   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   upl   unc
404/77                                           | unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   upl   unc
418/77                                           | unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   upl   unc
422/77                                           | unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   upl   unc
403 page of a proxy                              | unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   unc   upl   unc
500/500                                          | up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?
501/4181                                         | nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav
502 page of a proxy                              | up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?
503/500                                          | up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?
503/4197                                         | nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav   nav
302 elsewhere                                    | unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?  unc?
200 no JSON                                      | bad?  bad?  bad?  bad?  bad?  bad?  bad?  bad?  bad?  bad?  bad?  bad?  bad?  bad?  bad?  bad?  bad?  bad?
200 other JSON                                   | bad?  bad?  bad?  bad?  bad?  bad?  bad?  bad?  ok    bad?  bad?  bad?  bad?  bad?  ok    bad?  ok    bad?
cut before the effect                            | net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?
cut after the effect                             | net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?  net?
500 after the effect                             | up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?   up?
slow, within the time                            | ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
slow, beyond the time                            | time? time? time? time? time? time? time? time? time? time? time? time? time? time? time? time? time? time?
given up meanwhile                               | gone? gone? gone? gone? gone? gone? gone? gone? gone? gone? gone? gone? gone? gone? gone? gone? gone? gone?
nobody listens                                   | net0  net0  net0  net0  net0  net0  net0  net0  net0  net0  net0  net0  net0  net0  net0  net0  net0  net0
the minute's calls are used up                   | ok    ok    lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   ok    lim
the day's calls are used up                      | ok    ok    ok    lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   lim   ok    lim
trial                                            | ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    tri   tri   ok    ok    ok    ok    ok    ok
access token expired                             | ok    ok    una   una   una   una   una   una   una   una   una   una   una   una   una   una   ok    una
grant revoked                                    | ok    grt   una   una   una   una   una   una   una   una   una   una   una   una   una   una   ok    una
refresh token expired                            | ok    grt   ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
somebody else refreshed                          | ok    grt   una   una   una   una   una   una   una   una   una   una   una   una   una   una   ok    una
scopes taken away                                | ok    ok    scp   scp   scp   scp   scp   scp   scp   scp   scp   scp   scp   scp   scp   scp   ok    scp
board deleted                                    | ok    ok    ok    ok    ok    ok    bnf   bnf   bnf   bnf   bnf   bnf   ok    ok    ok    ok    ok    ok
board given away                                 | ok    ok    ok    ok    ok    ok    ok    den   den   ok    den   den   ok    ok    ok    ok    ok    ok
board made secret                                | ok    ok    ok    ok    ok    ok    ok    scp   scp   ok    scp   scp   ok    ok    ok    ok    ok    ok
board busy                                       | ok    ok    ok    ok    ok    ok    ok    cnf   cnf   ok    cnf   cnf   ok    ok    ok    ok    ok    ok
listing lags                                     | ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
video fails                                      | ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    val   ok    ok    ok    ok    ok    ok
video never ends                                 | ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    val   ok    ok    ok    ok    ok    ok
clock an hour behind                             | ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok
`;

const lines = table.split('\n').filter((line) => line.includes('|'));
const cellsOf = (line: string): readonly string[] => (line.split('|')[1] ?? '').trim().split(/\s+/);

export const columns = cellsOf(lines[0] ?? '');

export const expected: ReadonlyMap<string, readonly string[]> = new Map(
  lines.slice(1).map((line) => [(line.split('|')[0] ?? '').trim(), cellsOf(line)]),
);
