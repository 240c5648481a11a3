console.error(JSON.stringify({ level: 'fatal', msg: 'no light' }));
process.exit(7);
