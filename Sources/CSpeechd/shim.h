#pragma once
// Debian 13's pkg-config file has flags that SwiftPM warns of.
#include <speech-dispatcher/libspeechd.h>
