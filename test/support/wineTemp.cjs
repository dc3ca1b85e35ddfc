// Wine gives each program the temporary folder of its prefix, whatever the environment says.
process.env.TEMP = process.env.TMP = process.env.HOTFRAME_TEST_TEMP;
