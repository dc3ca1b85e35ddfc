const { serve } = require('./serve.js');

serve(() => ({ hello: 'world' }));
